import { from, lastValueFrom, type ObservableInput } from 'rxjs'

/** Resolves when a stream or a Promise has completed; rejects with its error. */
export const completion = (input: ObservableInput<unknown>): Promise<unknown> =>
  lastValueFrom(from(input), { defaultValue: undefined })
