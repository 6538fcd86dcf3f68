import { setImmediate } from 'node:timers/promises'

/** Asks again and again until the answer is yes. */
export const until = async (ask: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await ask())) await setImmediate()
}
