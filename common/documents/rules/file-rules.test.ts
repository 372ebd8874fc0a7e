import { describe, expect, test } from 'vitest';
import { findFileProblem, formatOfName, isShown, MAX_FILE_BYTES, MAX_NAME_LENGTH } from './file-rules.ts';

describe('a file to upload', () => {
  test.each([
    ['a PDF', 'payslip.pdf', 1, undefined],
    ['an ending in capital letters', 'SCAN.JPEG', 1, undefined],
    ['a name with points in it', 'Statement.2026.11.pdf', 1, undefined],
    ['the same ending twice', 'scan.pdf.pdf', 1, undefined],
    ['letters of other languages', 'Gehaltsnachweis März.docx', 1, undefined],
    ['10 MB', 'scan.png', MAX_FILE_BYTES, undefined],
    ['a byte more than 10 MB', 'scan.png', MAX_FILE_BYTES + 1, 'FileTooLarge'],
    ['no content', 'scan.png', 0, 'EmptyFile'],
    ['a page', 'page.html', 1, 'FileType'],
    ['a drawing that can run code', 'drawing.svg', 1, 'FileType'],
    ['a program', 'invoice.pdf.exe', 1, 'FileType'],
    ['a program named like a document', 'invoice.exe.pdf', 1, 'FileEndings'],
    ['a page named like a document', 'page.HTML .png', 1, 'FileEndings'],
    ['no ending', 'payslip', 1, 'FileType'],
    ['an ending alone', '.pdf', 1, 'FileType'],
    ['an ending that every object has', 'x.constructor', 1, 'FileType'],
    ['a path upwards', '../../etc/passwd.pdf', 1, 'FileName'],
    ['a path of Windows', String.raw`C:\Users\a.pdf`, 1, 'FileName'],
    ['a line break', 'a\nb.pdf', 1, 'FileName'],
    ['a line break of another kind', 'a\u2028b.pdf', 1, 'FileName'],
    ['letters that turn the direction', 'fdp.\u202eexe.pdf', 1, 'FileName'],
    ['no name', ' ', 1, 'FileName'],
    ['the longest name', `${'a'.repeat(MAX_NAME_LENGTH - 4)}.pdf`, 1, undefined],
    ['a name that is too long', `${'a'.repeat(MAX_NAME_LENGTH - 3)}.pdf`, 1, 'FileName'],
  ])('with %s, such as %j of %d bytes, has the problem: %s', (_what, name, bytes, expected) => {
    expect(findFileProblem({ name, bytes })).toBe(expected);
  });

  test.each([
    ['a.jpg', 'JPEG'],
    ['a.jpeg', 'JPEG'],
    ['a.PNG', 'PNG'],
    ['a.doc', 'DOC'],
    ['a.docx', 'DOCX'],
    ['a.docm', undefined],
  ])('%s is declared as %s', (name, format) => {
    expect(formatOfName(name)).toBe(format);
  });

  test.each([
    ['PDF', true],
    ['PNG', true],
    ['JPEG', true],
    ['DOC', false],
    ['DOCX', false],
  ] as const)('%s is shown: %s, and never if everything is saved', (format, expected) => {
    expect(isShown(format, false)).toBe(expected);
    expect(isShown(format, true)).toBe(false);
  });
});
