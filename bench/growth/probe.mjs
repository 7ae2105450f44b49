import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/*
 * Loaded before the measured server: listens on a socket file and tells what its own process alone can tell. Its CPU
 * is profiled from the first line on where the environment says so: its main thread's, while all threads are counted.
 */
const SAMPLE_US = 500;

// What the server starts itself is another process, with nothing to tell on this socket.
delete process.env.NODE_OPTIONS;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const session = new Session();
session.connect();

async function startProfile() {
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  await session.post('Profiler.start');
}
const answers = {
  '/memory': () => {
    collect();
    return process.memoryUsage();
  },
  '/cpu': () => process.cpuUsage(),
  '/start': startProfile,
  '/stop': async () => (await session.post('Profiler.stop')).profile,
};

// Its threads load this too.
if (isMainThread) {
  createServer(async (req, res) => {
    const answer = await answers[req.url]?.();
    res.end(JSON.stringify(answer ?? null));
  })
    .listen(process.env.GROWTH_PROBE)
    .unref();
  if (process.env.GROWTH_PROFILE_START) await startProfile();
}
