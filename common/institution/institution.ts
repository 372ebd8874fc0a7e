import type { Day } from '#common/core/dates.ts';
import type { LateChargeRules } from '#common/accounts/rules/late-charge.ts';
import type { Branch } from '#common/contact/rules/branches.ts';
import type { AllocationPart } from '#common/payments/rules/payment-types.ts';
import type { RequestForm } from '#common/profile/rules/request-form.ts';
import type { Texts } from '#common/contract/all-texts.ts';
import type { InstitutionLengths } from './institution-lengths.ts';
import type { Options } from '#common/contract/all-options.ts';

/** An institution's settings, loaded and checked. */
export interface Institution {
  /** Name of its folder. */
  readonly id: string;
  /** IANA name; determines "today". */
  readonly timeZone: string;
  readonly options: Options;
  readonly texts: Texts;
  readonly institutionOptions: InstitutionLengths;
  readonly theme: Theme;
  readonly agreements: readonly Agreement[];
  readonly calendar: BusinessCalendar;
  readonly servicing: ServicingRules;
  /** Null if no bank accepts files; bank drafts then wait. */
  readonly bankFile: BankFileSettings | null;
  /** Null if nothing is reported to credit bureaus. */
  readonly creditBureau: CreditBureauSettings | null;
  /** The name on cardholders' statements, 5 to 22 characters; null for the card processor's own choice. */
  readonly cardDescriptor: string | null;
  readonly branches: readonly Branch[];
  /** Of requests; also those that `formOptions.notOffered` names. */
  readonly forms: readonly RequestForm[];
  /** Its data is invented; production refuses to start with it. */
  readonly demonstration: boolean;
  /** Its own files (logo, images), served under `/institution/`. */
  readonly assetsFolder: string | null;
  /** For emails and PDFs; null shows the name instead. */
  readonly logos: { readonly onWhite: Logo | null; readonly onBrand: Logo | null };
}

export interface Logo {
  readonly type: 'image/png' | 'image/jpeg';
  readonly base64: string;
}

/** All other colors derive from these. */
export interface Theme {
  readonly brand: string;
  readonly brandStrong: string;
  readonly brandSoft: string;
  readonly onBrand: string;
  readonly accent: string;
}

/** The step that requires an agreement (A 3). */
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
  /** `HH:MM` in the institution's time zone; later bank drafts are made the next business day. */
  readonly achCutoff: string;
  /** In addition to weekends and Federal Reserve holidays. */
  readonly extraNonPaymentDays: readonly Day[];
}

export interface ServicingRules extends LateChargeRules {
  readonly allocationOrder: readonly [AllocationPart, AllocationPart, AllocationPart];
  readonly delinquentAfterDays: number;
}

/** The agreement with the credit bureaus, and their codes for the hold codes and loan types of the institution. */
export interface CreditBureauSettings {
  readonly reporterName: string;
  readonly reporterAddress: string;
  /** Ten digits. */
  readonly phone: string;
  readonly identificationNumber: string;
  /** Empty for a bureau that gets no file. */
  readonly programIds: {
    readonly equifax: string;
    readonly experian: string;
    readonly transUnion: string;
    readonly innovis: string;
  };
  /** How the owner of a loan is liable; the books know one owner. */
  readonly ecoa: string;
  /** By loan type; a loan of another type is not reported. */
  readonly accountTypes: Readonly<
    Partial<Record<string, { readonly portfolio: string; readonly accountType: string }>>
  >;
  /** By hold code in capitals; a loan with another code is not reported. */
  readonly holdCodes: Readonly<Partial<Record<string, CreditBureauMark>>>;
}

export interface CreditBureauMark {
  readonly consumerInformation?: string | undefined;
  readonly ecoa?: string | undefined;
  readonly specialComment?: string | undefined;
  readonly leaveOut?: boolean | undefined;
}

export interface BankFileSettings {
  readonly bankRoutingNumber: string;
  readonly bankName: string;
  /** Ten characters, assigned by the bank. */
  readonly companyId: string;
  readonly companyName: string;
  /** Shown on customers' bank statements. */
  readonly entryDescription: string;
  /** The institution's own account; drafts are credited to it. */
  readonly settlement: {
    readonly routingNumber: string;
    readonly accountNumber: string;
    readonly kind: 'Checking' | 'Savings';
  };
}
