import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Headers the connection brings by itself. */
const OWN = new Set(['connection', 'date', 'keep-alive', 'content-length', 'transfer-encoding']);

/** A bare node:http server in a process of its own, that answers everything with the bytes and headers of `answer`. */
export async function startBare(answer: Response): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(new URL('./bare-server.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const headers = [...answer.headers].filter(([name]) => !OWN.has(name)).flat();
  child.send({ body: await answer.text(), headers });
  const [port] = (await once(child, 'message')) as [number];
  return { child, port };
}
