import type { UploadedFile } from '../uploads.ts';

export const OWN_ACCOUNT = '101-005520-1';

export interface WellFormedCall {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** If set, the body is sent as form fields. */
  readonly file?: UploadedFile;
}
