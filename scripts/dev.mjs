import { spawn } from 'node:child_process';
import { bin, ROOT } from './lib/run.mjs';
import { setup } from './lib/setup.mjs';

await setup();
const env = { ...process.env, PORT: process.env.PORT || '8787' };
const start = (name, args) =>
  spawn(process.execPath, [bin(name), ...args], { cwd: ROOT, stdio: 'inherit', env });
const children = [start('tsx', ['watch', '--clear-screen=false', 'server/main.ts']), start('vite', [])];

let stopping = false;
function stop(code) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
}
process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
// One without the other is of no use: whichever ends takes the rest with it.
for (const child of children) child.once('exit', (code) => stop(code ?? 1));
console.log('App with hot reload: http://localhost:5173 · server (restarts on change): port', env.PORT);
