/** What a promise answers, or `late()` thrown when it has not answered within `ms`. */
export function within<T>(what: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  return Promise.race([what, end]).finally(() => clearTimeout(timer));
}
