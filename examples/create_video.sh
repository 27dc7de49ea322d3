#!/bin/sh
# Create a video, poll it as told, download it; a cut download is resumed, and only a whole file is kept.
# Usage: CLIPWRIGHT_API_KEY=... sh create_video.sh BASE_URL TOPIC FILE.mp4
# Needs curl, awk, sed, and sha256sum or shasum.
set -eu
base=$1 topic=$2 file=$3 part=$3.part piece=$3.piece
tries=6

# the key goes through a file that curl reads, so that it shows in no list of processes
config=$(mktemp) headers=$(mktemp)
trap 'rm -f "$config" "$headers" "$part" "$piece"' EXIT
trap 'exit 130' HUP INT TERM
printf 'header = "Authorization: Bearer %s"\n' "$CLIPWRIGHT_API_KEY" >"$config"

fail() { echo "$1" >&2; exit 1; }
# json_string TEXT: the text between the quotes of a JSON string; line breaks, tabs and the like are escaped
json_string() {
  printf '%s\n' "$1" | LC_ALL=C awk '
    BEGIN {
      for (i = 1; i < 32; i++) code[sprintf("%c", i)] = sprintf("\\u%04x", i)
      code["\""] = "\\\""; code["\\"] = "\\\\"
    }
    {
      if (NR > 1) printf "\\n"
      for (i = 1; i <= length($0); i++) { c = substr($0, i, 1); printf "%s", (c in code) ? code[c] : c }
    }'
}
# field NAME: the last string of that name in the JSON on standard input
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
# header NAME: its value in the last answer
header() { tr -d '\r' <"$headers" | awk -v name="$1:" 'tolower($1) == name { value = $2 } END { print value }'; }
http_status() { awk '/^HTTP\// { status = $2 } END { print status + 0 }' "$headers"; }
size() { wc -c <"$1" | tr -d ' '; }
sha256() { if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1; }
api() { curl -sS --fail-with-body --retry 5 --config "$config" -D "$headers" "$@"; }

idempotency_key="create-$(date +%s)-$$-$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n')"
job=$(api -H "Idempotency-Key: $idempotency_key" -H "Content-Type: application/json" \
  --data-binary "{\"topic\": \"$(json_string "$topic")\"}" "$base/videos")
link=$(header location)
echo "created $(printf '%s' "$job" | field id)" >&2

while :; do
  video=$(api "$link")
  status=$(printf '%s' "$video" | sed -n 's/.*"object":"video"[^}]*"status":"\([a-z]*\)".*/\1/p')
  echo "status $status" >&2
  case $status in
  queued | processing) sleep "$(header retry-after)" ;;
  completed) break ;;
  *) fail "no video: $status" ;;
  esac
done

# The rest of a cut download is asked for on condition that the file is still the same (If-Range): the
# service then sends the rest (206), or all of another file (200). What lay there before is never touched
# until a whole file can take its place.
download=$(printf '%s' "$video" | field download)
etag='' try=0
: >"$part"
while :; do
  set --
  [ -z "$etag" ] || set -- -H "Range: bytes=$(size "$part")-" -H "If-Range: $etag"
  : >"$piece"
  : >"$headers"
  done=yes
  curl -sS --fail --config "$config" -D "$headers" "$@" -o "$piece" "$download" || done=no
  case $(http_status) in
  200) cat "$piece" >"$part" ; etag=$(header etag) length=$(header content-length) ;;
  206) cat "$piece" >>"$part" ;;
  0 | 429 | 500 | 503) done=no ;;
  *) fail "the download was refused: $(http_status)" ;;
  esac
  [ "$done" = no ] && [ "$(size "$part")" != "${length:-}" ] || break
  # only tries that bring nothing are counted
  if [ -s "$piece" ]; then try=0; else try=$((try + 1)); fi
  [ "$try" -lt "$tries" ] || fail "the download was cut too often"
  sleep "$((try + 1))"
done

# the ETag is the SHA-256 of the file
[ "$(size "$part")" = "$length" ] || fail "the file is damaged: $(size "$part") of $length bytes"
[ "\"$(sha256 "$part")\"" = "$etag" ] || fail "the file is damaged: its digest is not the ETag $etag"
mv -f "$part" "$file"
echo "saved $file" >&2
