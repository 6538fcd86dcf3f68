import { lastValueFrom, type Observable } from 'rxjs'

/** Runs a command to its end. */
export const runToEnd = async (command$: Observable<never>): Promise<void> => {
  await lastValueFrom(command$, { defaultValue: undefined })
}
