// Create a video, poll it as told, download it; a cut download is resumed, and only a whole file is kept.
// Needs Node 20 and nothing else. Usage: CLIPWRIGHT_API_KEY=... node create_video.mjs BASE_URL TOPIC FILE.mp4
import { createHash, randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

const TRIES = 6;
const TEMPORARY = new Set([429, 500, 503]);
const [base, topic, file] = process.argv.slice(2);
const authorization = `Bearer ${process.env.CLIPWRIGHT_API_KEY}`;

/** Milliseconds of exponential back-off with jitter. */
const pause = (attempt) => (500 + 500 * Math.random()) * Math.min(30, 2 ** attempt);

/** One request; temporary failures are tried again, as long and as late as the service asks. */
async function call(url, { headers, ...options } = {}) {
  for (let attempt = 1; ; attempt += 1) {
    let answer;
    try {
      answer = await fetch(url, { ...options, headers: { authorization, ...headers } });
    } catch (error) {
      if (attempt === TRIES) throw error;
      await sleep(pause(attempt));
      continue;
    }
    if (answer.ok) return answer;
    const problem = await answer.json().catch(() => ({})); // what stands before the service may send a page
    if (!TEMPORARY.has(answer.status) || attempt === TRIES) throw new Error(`${answer.status}: ${problem.code}`);
    const told = Number(answer.headers.get("retry-after")) * 1000;
    await sleep(told || pause(attempt));
  }
}

/** The address of the new video; repeating the request with the same key creates nothing twice. */
async function create() {
  const answer = await call(`${base}/videos`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
    body: JSON.stringify({ topic }),
  });
  return (await answer.json()).links.self;
}

/** The video when its status is final. */
async function wait(link) {
  for (;;) {
    const answer = await call(link);
    const video = await answer.json();
    console.error(`${video.status}: ${video.progress.percent} % ${video.progress.detail}`);
    if (video.status !== "queued" && video.status !== "processing") return video;
    await sleep(Number(answer.headers.get("retry-after")) * 1000);
  }
}

/** Save the file beside its place; it takes that place, and what lay there goes, once it is whole. */
async function download(url) {
  const part = `${file}.part`;
  const target = await open(part, "w+");
  try {
    await check(target, await fetchAll(url, target));
    await rename(part, file);
  } finally {
    await target.close();
    await rm(part, { force: true });
  }
}

/** What has arrived before a cut is kept, and the rest of the very same file is asked for (If-Range). */
async function fetchAll(url, target) {
  let at = 0;
  let etag = "";
  for (let idle = 0; idle < TRIES; idle += 1) {
    const headers = etag ? { range: `bytes=${at}-`, "if-range": etag } : {};
    const answer = await call(url, { headers });
    if (answer.status === 200) {
      at = 0; // not the rest but the whole
      await target.truncate();
    }
    etag = answer.headers.get("etag");
    const length = at + Number(answer.headers.get("content-length"));
    try {
      for await (const chunk of answer.body) {
        await target.write(chunk, 0, chunk.length, at);
        at += chunk.length;
        idle = 0; // only tries that bring nothing are counted
      }
    } catch {
      await sleep(pause(idle));
    }
    if (at === length) return { etag, length };
  }
  throw new Error("the download was cut too often");
}

/** The ETag is the SHA-256 of the file. */
async function check(target, { etag, length }) {
  const { size } = await target.stat();
  const digest = createHash("sha256");
  for await (const chunk of target.createReadStream({ start: 0, autoClose: false })) digest.update(chunk);
  if (size !== length) throw new Error(`the file is damaged: ${size} of ${length} bytes`);
  if (`"${digest.digest("hex")}"` !== etag) throw new Error(`the file is damaged: its digest is not the ETag ${etag}`);
}

const video = await wait(await create());
if (video.status !== "completed") throw new Error(`no video: ${video.status}`);
await download(video.links.download);
