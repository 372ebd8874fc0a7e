/** What may be uploaded (C-063). */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Files that a customer may upload in a day (C-063). */
export const MOST_FILES_A_DAY = 20;

/** Longer names are cut off nowhere: they are refused. */
export const MAX_NAME_LENGTH = 150;

export const fileFormats = ['PDF', 'PNG', 'JPEG', 'DOC', 'DOCX'] as const;

export type FileFormat = (typeof fileFormats)[number];

/** Formats by the ending of a name. */
const formatsByEnding: Readonly<Record<string, FileFormat>> = {
  pdf: 'PDF',
  png: 'PNG',
  jpg: 'JPEG',
  jpeg: 'JPEG',
  doc: 'DOC',
  docx: 'DOCX',
};

/** For the file dialog of a browser. */
export const acceptedEndings = Object.keys(formatsByEnding).map((ending) => `.${ending}`);

/** Why a file is not taken. The first three can be told before it is sent; what it holds, only the server can say. */
export type FileProblem = 'EmptyFile' | 'FileTooLarge' | 'FileName' | 'FileEndings' | 'FileType';

/** What only a look into a file tells. */
export type ContentProblem = 'FileContent' | 'FileMacros' | 'FileInfected' | 'NotScanned';

/** What is wrong with a file as far as its name and size tell; in the order in which it helps to be told. */
export function findFileProblem(file: { readonly name: string; readonly bytes: number }): FileProblem | undefined {
  if (!isPlainName(file.name)) return 'FileName';
  if (formatOfName(file.name) === undefined) return 'FileType';
  if (hasDisguisedEnding(file.name)) return 'FileEndings';
  if (file.bytes === 0) return 'EmptyFile';
  return file.bytes > MAX_FILE_BYTES ? 'FileTooLarge' : undefined;
}

/** The format that the last ending of a name promises. */
export function formatOfName(name: string): FileFormat | undefined {
  const ending = /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(formatsByEnding, ending) ? formatsByEnding[ending] : undefined;
}

/**
 * Whether a browser shows a document instead of saving it. Word documents it cannot show.
 * @param savesAll the institution has every document saved, what could be shown included
 */
export function isShown(format: FileFormat, savesAll: boolean): boolean {
  return !savesAll && format !== 'DOC' && format !== 'DOCX';
}

/** A name and no path, that shows what it is: control characters and those that turn the direction of writing hide endings. */
function isPlainName(name: string): boolean {
  return name.trim() !== '' && name.length <= MAX_NAME_LENGTH && !/[/\\\p{Cc}\p{Bidi_Control}]/u.test(name);
}

/** Endings of what computers run or browsers open as pages. */
const activeEndings = new Set(
  (
    'apk app asp aspx bat bin cgi cmd com cpl dll dmg docm dotm exe gadget hta htm html iso jar js jse jsp jspx ' +
    'lnk mht mhtml mjs msc msi msp pif php phtml pl ps1 py rb reg scf scr sh shtml svg svgz swf url vb vbe vbs wasm ' +
    'wsf xhtml xht xlsm xml xsl'
  ).split(' '),
);

/** `invoice.exe.pdf`: somebody means to be taken for something else. `Statement.2026.pdf` is fine. */
function hasDisguisedEnding(name: string): boolean {
  return name
    .toLowerCase()
    .split('.')
    .slice(1, -1)
    .some((part) => activeEndings.has(part.trim()));
}
