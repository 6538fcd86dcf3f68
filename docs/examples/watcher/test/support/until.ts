import { setTimeout } from 'node:timers/promises'

/** How many milliseconds a scene may take, on a busy machine too. */
export const patience = 240_000

/** Asks again and again until the response is yes, with pauses that leave the CPU to the service. It fails after `patience`. */
export const until = async (ask: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + patience
  while (!(await ask())) {
    if (performance.now() > end) throw new Error(`not so in time: ${String(ask)}`)
    await setTimeout(50)
  }
}
