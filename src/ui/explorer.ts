import type { AppConfig } from '@contract/config.ts';
import { httpUrl } from '@/lib/dom.ts';

type Explorer = AppConfig['explorer'];

/** Where a transaction is shown; undefined where no explorer is configured, or its template is no web address. */
export const transactionUrl = (explorer: Explorer, signature: string): string | undefined =>
  httpUrl(explorer?.tx.replace('{signature}', encodeURIComponent(signature)));

/** Where an account is shown, likewise. */
export const addressUrl = (explorer: Explorer, address: string): string | undefined =>
  httpUrl(explorer?.address.replace('{address}', encodeURIComponent(address)));
