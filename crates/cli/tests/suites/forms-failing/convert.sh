# Converts `size` to `places`, and back.
input=$(cat)
case "$input" in
*'"desiredAPIVersion":"shop.example.com/v2"'*) sed='s/"size"/"places"/;s#shop.example.com/v1#shop.example.com/v2#' ;;
*) sed='s/"places"/"size"/;s#shop.example.com/v2#shop.example.com/v1#' ;;
esac
object=$(printf %s "$input" | sed 's/.*"objects":\[\(.*\)\],"uid".*/\1/' | sed "$sed")
printf '{"response":{"result":{"status":"Success"},"convertedObjects":[%s]}}' "$object"
