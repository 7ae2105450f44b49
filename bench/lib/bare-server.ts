import { createServer } from 'node:http';
import { openLocally } from '../../server/testing/boot.ts';

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
  openLocally(server).then((port) => process.send?.(port));
});
