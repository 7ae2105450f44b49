import { vi } from 'vitest';

// Files share what they load of libraries, which takes longer than most tests. What the desk keeps in its own modules,
// such as the configuration or a pause the service has asked for, and what is left in the browser is each file's own:
// which ran before must not matter.
vi.resetModules();
if (typeof window !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
}
if (typeof indexedDB !== 'undefined') {
  const { IDBFactory } = await import('fake-indexeddb');
  globalThis.indexedDB = new IDBFactory();
}
