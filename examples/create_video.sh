#!/bin/sh
# Create a video, poll it as told, download it; a cut download is resumed.
# Usage: CLIPWRIGHT_API_KEY=... sh create_video.sh BASE_URL TOPIC FILE.mp4     (needs curl and sed)
set -eu
base=$1 topic=$2 file=$3

# the key goes through a file that curl reads, so that it shows in no list of processes
config=$(mktemp) headers=$(mktemp)
trap 'rm -f "$config" "$headers"' EXIT
printf 'header = "Authorization: Bearer %s"\n' "$CLIPWRIGHT_API_KEY" >"$config"

json_string() { printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g'; }
# field NAME: the first string of that name in the JSON on standard input
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
header() { sed -n "s/^$1: *\([^[:space:]]*\).*/\1/Ip" "$headers" | tail -n 1; }

idempotency_key="create-$(date +%s)-$$-$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n')"
job=$(curl -sS --fail-with-body --retry 5 --config "$config" -D "$headers" \
  -H "Idempotency-Key: $idempotency_key" -H "Content-Type: application/json" \
  --data-binary "{\"topic\": \"$(json_string "$topic")\"}" "$base/videos")
link=$(header location)
echo "created $(printf '%s' "$job" | field id)" >&2

while :; do
  video=$(curl -sS --fail-with-body --retry 5 --config "$config" -D "$headers" "$link")
  status=$(printf '%s' "$video" | sed -n 's/.*"object":"video"[^}]*"status":"\([a-z]*\)".*/\1/p')
  echo "status $status" >&2
  case $status in
  queued | processing) sleep "$(header retry-after)" ;;
  completed) break ;;
  *) echo "no video: $status" >&2; exit 1 ;;
  esac
done

download=$(printf '%s' "$video" | field download)
tries=0
until curl -sS --fail --config "$config" -C - -o "$file" "$download"; do
  tries=$((tries + 1))
  [ "$tries" -lt 5 ] || exit 1
  sleep "$tries"
done
echo "saved $file" >&2
