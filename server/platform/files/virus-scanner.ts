/** Looks into files before they are kept. */
export interface VirusScanner {
  /** @throws Error when no answer can be had; the file is then not to be kept. */
  scan(content: Uint8Array): Promise<'clean' | 'infected'>;
}
