//! The functions that rules can call: a file for each library of the server.
