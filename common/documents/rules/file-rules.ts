/** C-063. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The file and the multipart overhead. */
export const MAX_UPLOAD_BYTES = 11 * 1024 * 1024;

/** Per customer (C-063). */
export const MAX_FILES_PER_DAY = 20;

/** Longer names are refused, not cut off. */
export const MAX_NAME_LENGTH = 150;

export const fileFormats = ['PDF', 'PNG', 'JPEG', 'DOC', 'DOCX'] as const;

export type FileFormat = (typeof fileFormats)[number];

const formatsByEnding: Readonly<Record<string, FileFormat>> = {
  pdf: 'PDF',
  png: 'PNG',
  jpg: 'JPEG',
  jpeg: 'JPEG',
  doc: 'DOC',
  docx: 'DOCX',
};

export const acceptedEndings = Object.keys(formatsByEnding).map((ending) => `.${ending}`);

/** Why a file is refused. The browser checks the first three; the server also checks the content. */
export type FileProblem = 'EmptyFile' | 'FileTooLarge' | 'FileName' | 'FileEndings' | 'FileType';

export type ContentProblem = 'FileContent' | 'FileMacros' | 'FileInfected' | 'NotScanned';

/** Checks name and size; the most helpful message comes first. */
export function findFileProblem(file: { readonly name: string; readonly bytes: number }): FileProblem | undefined {
  if (!isPlainName(file.name)) return 'FileName';
  if (formatOfName(file.name) === undefined) return 'FileType';
  if (hasDisguisedEnding(file.name)) return 'FileEndings';
  if (file.bytes === 0) return 'EmptyFile';
  return file.bytes > MAX_FILE_BYTES ? 'FileTooLarge' : undefined;
}

export function formatOfName(name: string): FileFormat | undefined {
  const ending = /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(formatsByEnding, ending) ? formatsByEnding[ending] : undefined;
}

/**
 * Returns whether the browser shows a document instead of saving it; it can't show Word files.
 * @param savesAll the institution saves all documents
 */
export function isShown(format: FileFormat, savesAll: boolean): boolean {
  return !savesAll && format !== 'DOC' && format !== 'DOCX';
}

/** Refuses paths, control characters and line breaks, and bidirectional characters that hide the extension. */
function isPlainName(name: string): boolean {
  return name.trim() !== '' && name.length <= MAX_NAME_LENGTH && !/[/\\\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name);
}

/** Extensions that computers run or browsers open as pages. */
const activeEndings = new Set(
  (
    'apk app asp aspx bat bin cgi cmd com cpl dll dmg docm dotm exe gadget hta htm html iso jar js jse jsp jspx ' +
    'lnk mht mhtml mjs msc msi msp pif php phtml pl ps1 py rb reg scf scr sh shtml svg svgz swf url vb vbe vbs wasm ' +
    'wsf xhtml xht xlsm xml xsl'
  ).split(' '),
);

/** Catches disguised names such as `invoice.exe.pdf`; `Statement.2026.pdf` is fine. */
function hasDisguisedEnding(name: string): boolean {
  return name
    .toLowerCase()
    .split('.')
    .slice(1, -1)
    .some((part) => activeEndings.has(part.trim()));
}
