//! Sends requests over some connections, and measures each.

use std::io;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// `REQUESTS_PER_SECOND P50_MICROSECONDS P99_MICROSECONDS`
pub(crate) async fn load(port: u16, body: &[u8], count: usize, connections: usize) -> io::Result<String> {
    let head = format!(
        "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let request: &'static [u8] = Box::leak([head.as_bytes(), body].concat().into_boxed_slice());
    let began = Instant::now();
    let all: Vec<_> =
        (0..connections).map(|_| tokio::spawn(connection(port, request, count / connections))).collect();
    let mut times = Vec::with_capacity(count);
    for one in all {
        times.extend(one.await.map_err(io::Error::other)??);
    }
    let seconds = began.elapsed().as_secs_f64();
    times.sort();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e6;
    Ok(format!("{:.0} {:.0} {:.0}", times.len() as f64 / seconds, at(0.5), at(0.99)))
}

async fn connection(port: u16, request: &[u8], count: usize) -> io::Result<Vec<Duration>> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.set_nodelay(true)?;
    let mut times = Vec::with_capacity(count);
    let mut buffer = vec![0; 64 << 10];
    for _ in 0..count {
        let began = Instant::now();
        stream.write_all(request).await?;
        answer(&mut stream, &mut buffer).await?;
        times.push(began.elapsed());
    }
    Ok(times)
}

/// Reads an answer, which has to allow the request.
async fn answer(stream: &mut TcpStream, buffer: &mut [u8]) -> io::Result<()> {
    let mut filled = 0;
    loop {
        let read = stream.read(&mut buffer[filled..]).await?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        filled += read;
        let text = std::str::from_utf8(&buffer[..filled]).map_err(io::Error::other)?;
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length: usize =
            length.and_then(|length| length.parse().ok()).ok_or(io::ErrorKind::InvalidData)?;
        if body.len() < length {
            continue;
        }
        if head.starts_with("HTTP/1.1 200") && body.contains("\"allowed\":true") {
            return Ok(());
        }
        return Err(io::Error::other(text.to_owned()));
    }
}
