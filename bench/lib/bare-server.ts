import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/* What node:http does on its own: the bytes and headers it is given, at every path, and nothing else. */
interface Job {
  body: string;
  headers: string[];
}

process.once('message', ({ body, headers }: Job) => {
  const bytes = Buffer.from(body);
  const all = [...headers, 'content-length', String(bytes.byteLength)];
  const server = createServer((_req, res) => {
    res.writeHead(200, all);
    res.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
