import type { Day } from '#common/core/dates.ts';
import type { LateChargeRules } from '#common/accounts/rules/late-charge.ts';
import type { Branch } from '#common/contact/rules/branches.ts';
import type { AllocationPart } from '#common/payments/rules/payment-types.ts';
import type { Texts } from '#common/contract/all-texts.ts';
import type { InstitutionLengths } from './institution-lengths.ts';
import type { Options } from '#common/contract/all-options.ts';

/** An institution as loaded and checked: everything that makes the product its own. */
export interface Institution {
  /** Folder name, e.g. `harbor`. */
  readonly id: string;
  /** IANA name; decides what "today" is. */
  readonly timeZone: string;
  readonly options: Options;
  readonly texts: Texts;
  readonly institutionOptions: InstitutionLengths;
  readonly theme: Theme;
  readonly agreements: readonly Agreement[];
  readonly calendar: BusinessCalendar;
  readonly servicing: ServicingRules;
  /** Absent: no bank takes files, so bank drafts wait. */
  readonly bankFile: BankFileSettings | null;
  readonly branches: readonly Branch[];
  /** True when its data is invented: it may be shown, and production refuses it. */
  readonly demonstration: boolean;
  /** The folder of its own files (logo, images), served under `/institution/`. */
  readonly assetsFolder: string | null;
}

/** Only these colours are the institution's; every other derives from them. */
export interface Theme {
  readonly brand: string;
  readonly brandStrong: string;
  readonly brandSoft: string;
  readonly onBrand: string;
  readonly accent: string;
}

/** When the trigger of an agreement applies (A 3). */
export type WhenToAgree = 'login' | 'registration' | 'ach' | 'estatements' | 'texting';

export interface Agreement {
  readonly url: string;
  readonly effectiveOn: Day;
  readonly name: string;
  /** Index plus 11337 (A 9). */
  readonly hostNumber: number;
  readonly whenToAgree: readonly WhenToAgree[];
  readonly richText: string;
}

export interface BusinessCalendar {
  /** `HH:MM` in the institution's time zone; later bank drafts go with the next business day. */
  readonly achCutoff: string;
  /** Besides weekends and the Federal Reserve's holidays. */
  readonly extraNonPaymentDays: readonly Day[];
}

export interface ServicingRules extends LateChargeRules {
  readonly allocationOrder: readonly [AllocationPart, AllocationPart, AllocationPart];
  readonly delinquentAfterDays: number;
}

/** How the bank knows the institution that sends it files, as their agreement says. */
export interface BankFileSettings {
  readonly bankRoutingNumber: string;
  readonly bankName: string;
  /** Ten characters that the bank assigned. */
  readonly companyId: string;
  readonly companyName: string;
  /** What customers find on their bank statement. */
  readonly entryDescription: string;
  /** The institution's own account, which what is drawn is credited to. */
  readonly settlement: {
    readonly routingNumber: string;
    readonly accountNumber: string;
    readonly kind: 'Checking' | 'Savings';
  };
}
