import type { Institution } from '#common/institution/institution.ts';
import type { SheetLogo } from './pdf-sheet.ts';

/** The logo at the head of a printed page: on the brand's color if the institution has one for it. */
export function sheetLogoOf({ logos }: Pick<Institution, 'logos'>): SheetLogo | null {
  if (logos.onBrand) return { on: 'brand', base64: logos.onBrand.base64 };
  return logos.onWhite && { on: 'white', base64: logos.onWhite.base64 };
}
