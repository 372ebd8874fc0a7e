import type { FileFormat } from './rules/file-rules.ts';
import type { DocumentItem, FileTypeItem } from './documents.api.ts';

/** A document as its owner sees it in a list. */
export interface ListedDocument {
  readonly documentId: string;
  readonly name: string;
  readonly format: FileFormat;
  /** Address of an icon for the format. */
  readonly iconUrl: string;
  /** ISO 8601. */
  readonly uploadedAt: string;
  /** Empty for documents without a type. */
  readonly fileType: string;
  /** Until when the caller may change or remove it, ISO 8601; null for other people's uploads. */
  readonly changeableUntil: string | null;
}

export function documentToWire(document: ListedDocument): DocumentItem {
  return {
    FileId: document.documentId,
    DisplayName: document.name,
    Name: document.name,
    DisplayFormat: document.format,
    ImageUrl: document.iconUrl,
    DateUploaded: document.uploadedAt,
    FileType: document.fileType,
    ChangeableUntil: document.changeableUntil,
  };
}

export function documentFromWire(item: DocumentItem): ListedDocument {
  return {
    documentId: item.FileId,
    name: item.DisplayName,
    format: item.DisplayFormat,
    iconUrl: item.ImageUrl,
    uploadedAt: item.DateUploaded,
    fileType: item.FileType,
    changeableUntil: item.ChangeableUntil,
  };
}

/** A type that customers choose for an upload. */
export interface FileType {
  readonly fileTypeId: string;
  readonly description: string;
}

export function fileTypeFromWire({ ID, Description }: FileTypeItem): FileType {
  return { fileTypeId: String(ID), description: Description };
}
