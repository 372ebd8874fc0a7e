import { type FieldValues, type KeepStateOptions, useForm } from 'react-hook-form';

/** Survives an entry's return from the wizard. */
const kept = { keepDefaultValues: true, keepTouched: true, keepIsSubmitted: true } satisfies KeepStateOptions;

const dropped = { keepDefaultValues: false, keepTouched: false, keepIsSubmitted: false } satisfies KeepStateOptions;

/**
 * The form of a step. The wizard gets every entry at once, because the plan and the summary follow it; what the plan
 * makes of the entries is the form's content.
 */
export function useStepForm<Entry extends FieldValues>(planned: Entry, onChange: (entry: Entry) => void) {
  const { control, formState, getValues, handleSubmit, reset } = useForm<Entry>({
    values: planned,
    resetOptions: kept,
  });
  return {
    control,
    handleSubmit,
    /** The customer pressed Continue, so missing entries show errors. */
    asked: formState.isSubmitted,
    /** Hands the entry of a field to the wizard. */
    pass: () => onChange(getValues()),
    /** Takes another answer; its fields are new and show no errors yet. */
    startOver(entry: Entry, keepOptions?: KeepStateOptions) {
      reset(entry, { ...dropped, ...keepOptions });
      onChange(entry);
    },
  };
}
