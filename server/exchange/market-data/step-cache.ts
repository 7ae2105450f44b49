/** Rows kept in all, some 100 bytes each. */
const MOST_ROWS = 200_000;

/** What was computed of steps that are over, by series and by the step's begin; the series asked for longest ago go. */
export class StepCache<Row> {
  private readonly series = new Map<string, Map<number, Row>>();
  private rows = 0;

  get(key: string, start: number): Row | undefined {
    return this.series.get(key)?.get(start);
  }

  /** Says that a series is in use. */
  touch(key: string): void {
    const known = this.series.get(key);
    if (known === undefined) return;
    this.series.delete(key);
    this.series.set(key, known);
  }

  set(key: string, start: number, row: Row): void {
    const rows = this.series.get(key) ?? new Map<number, Row>();
    if (!rows.has(start)) this.rows += 1;
    rows.set(start, row);
    this.series.set(key, rows);
    while (this.rows > MOST_ROWS) this.dropOldest();
  }

  private dropOldest(): void {
    const [oldest] = this.series;
    if (oldest === undefined) return;
    this.series.delete(oldest[0]);
    this.rows -= oldest[1].size;
  }
}
