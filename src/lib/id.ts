/** A new id that no other is like: 32 hexadecimal digits. (`randomUUID` is missing where the connection is not secure.) */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
