import { vi } from 'vitest';

// Files share what they load of libraries, which takes longer than most tests. What the desk keeps in its own modules,
// such as the configuration or a pause the service has asked for, what stands in the place of a module or of a global,
// and what is left in the browser is each file's own: which ran before must not matter.
vi.resetModules();
vi.unstubAllGlobals();
vi.useRealTimers();
if (typeof document !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  for (const element of [document.documentElement, document.head, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  (await import('sonner')).toast.dismiss();
}
if (typeof indexedDB !== 'undefined') {
  const { IDBFactory } = await import('fake-indexeddb');
  globalThis.indexedDB = new IDBFactory();
}
