/** One line for the person who starts the server; never holds the value of a secret. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}
