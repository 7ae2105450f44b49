import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { DiskFullError, nameFullDisk } from './disk.ts';

const named = (error: unknown): unknown => nameFullDisk(error, tmpdir());
const failed = (cause: unknown): Error => new Error('The batch could not be written.', { cause });

it('finds a full disk behind whatever was made of it', () => {
  const full = new DiskFullError(tmpdir());
  for (const error of [full, failed(full), failed(failed(full))]) expect(named(error)).toBe(full);
  for (const code of ['ENOSPC', 'EDQUOT']) {
    const refused = Object.assign(new Error('write'), { code });
    for (const error of [refused, failed(refused)])
      expect(named(error)).toMatchObject({ name: 'DiskFullError', cause: error });
  }
});

it('leaves any other failure as it is', () => {
  const refused = Object.assign(new Error('write'), { code: 'EACCES' });
  for (const error of [refused, failed(refused), failed(undefined), 'ENOSPC', undefined])
    expect(named(error)).toBe(error);
});
