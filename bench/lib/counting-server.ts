import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
