/* The health check of a container: exit code 0 when the server of this machine answers, 1 when it does not. */
const TIMEOUT_MS = 4_000;

try {
  const url = `http://127.0.0.1:${process.env.PORT || 8787}/healthz`;
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
