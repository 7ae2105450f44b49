import { createServer } from 'node:http';
import { serveLocally } from '../../server/testing/boot.ts';
import { countedAnswer } from './counting-upstream.ts';

/* The platform of bench/lib/counting-upstream.ts: tells its address, and when it was asked whenever somebody asks. */
const arrivals: number[] = [];
const now = () => performance.timeOrigin + performance.now();
const server = createServer((req, res) => {
  arrivals.push(now());
  res.writeHead(200, { 'content-type': 'application/json' });
  res.end(JSON.stringify(countedAnswer(req.url ?? '/', Math.round(now()))));
});
process.on('message', () => process.send?.(arrivals));
process.on('disconnect', () => process.exit(0));
serveLocally(server).then((url) => process.send?.(url));
