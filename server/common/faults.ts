/** HTTP statuses that a fault may fail with, and the one it fails with unless told. */
export const FAULT_STATUS = { least: 400, most: 599, usual: 500 } as const;

/** A fault put into one operation, or into all of them (`*`), to see how a client bears it. */
export interface Fault {
  operation: string;
  /** The answer is held back this long; the work itself is done at once. */
  latencyMs: number;
  /** Share of the requests that fail, 0 to 1. */
  errorRate: number;
  /** HTTP status of the failures, within FAULT_STATUS. */
  status: number;
  /** Whether the work is done before it fails: an execute that fails `after` has landed. */
  phase: 'before' | 'after';
  /** Code of the failures, such as `unsupported_region`; one that fits the status when absent. */
  code?: string | undefined;
  /** A field whose every value comes as an empty list, so that its answer cannot be read. */
  field?: string | undefined;
}

/** Thrown where a fault strikes: the transport answers as the fault says. */
export class InjectedFault extends Error {
  override readonly name = 'InjectedFault';
  constructor(readonly fault: Readonly<Fault>) {
    super('a fault was put into this operation');
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The faults in force; none until the test control sets one. */
export class Faults {
  private readonly byOperation = new Map<string, Fault>();

  constructor(private readonly random: () => number) {}

  get active(): boolean {
    return this.byOperation.size > 0;
  }

  set(fault: Fault): void {
    this.byOperation.set(fault.operation, fault);
  }

  clear(): void {
    this.byOperation.clear();
  }

  list(): Fault[] {
    return [...this.byOperation.values()];
  }

  /** The text of an answer as it leaves, under its fault. */
  misshape(operation: string, text: string): string {
    const field = this.of(operation)?.field;
    if (field === undefined) return text;
    return JSON.stringify(JSON.parse(text, (name, value) => (name === field ? [] : value)));
  }

  private of(operation: string): Fault | undefined {
    return this.byOperation.get(operation) ?? this.byOperation.get('*');
  }

  /** Does the work of an operation under its fault. @throws InjectedFault when the fault strikes. */
  async around<T>(operation: string, work: () => Promise<T>): Promise<T> {
    const fault = this.of(operation);
    if (!fault) return work();
    const strikes = this.random() < fault.errorRate;
    if (strikes && fault.phase === 'before') {
      await sleep(fault.latencyMs);
      throw new InjectedFault(fault);
    }
    const answer = await work();
    await sleep(fault.latencyMs);
    if (strikes) throw new InjectedFault(fault);
    return answer;
  }
}
