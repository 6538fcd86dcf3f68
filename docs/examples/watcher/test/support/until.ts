import { setTimeout } from 'node:timers/promises'

/** Asks again and again until the response is yes, with pauses that leave the CPU to the service. */
export const until = async (ask: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await ask())) await setTimeout(50)
}
