export interface VirusScanner {
  /** @throws Error if the scanner doesn't answer; the file must then not be stored */
  scan(content: Uint8Array): Promise<'clean' | 'infected'>;
}
