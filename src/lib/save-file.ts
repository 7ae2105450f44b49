/** Offers something made in this page as a download; nothing leaves the browser. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the data once the press is through.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** "evenline-history-2026-10-03.csv", the day in UTC. */
export const dayName = (what: string, extension: string): string =>
  `evenline-${what}-${new Date().toISOString().slice(0, 10)}.${extension}`;
