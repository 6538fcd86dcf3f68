import type { Wanted } from '../run/createRun.js'
import type { Shown } from '../run/messages.js'

/** A program in a worker: it is told where to go, and answers each time, or fails. */
export interface Player {
  readonly send: (message: Wanted | 'clear') => void
  readonly end: () => void
}

/**
 * Starts a script in a worker. The worker is made of a Blob, so that it is under the page's own Content Security Policy:
 * what the script is comes from somebody, and can reach neither the page nor the network.
 */
export const startWorker = (
  code: string,
  answered: (shown: Partial<Shown>) => void,
  failed: (message: string) => void,
): Player => {
  const library = JSON.stringify(new URL('worker.js', document.baseURI).href)
  const text = `importScripts(${library});play(function(require,exports){${code}\n})`
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
  const worker = new Worker(url)
  /** A worker that is ended while it loads its script still reports an error, which belongs to no program any more. */
  let isEnded = false
  worker.addEventListener('message', ({ data }: MessageEvent<Partial<Shown>>) => {
    if (!isEnded) answered(data)
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    if (!isEnded) failed(event.message)
  })
  return {
    send: (message) => worker.postMessage(message),
    end: () => {
      isEnded = true
      worker.terminate()
      URL.revokeObjectURL(url)
    },
  }
}
