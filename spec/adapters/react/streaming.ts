import { Writable } from 'node:stream'
import type { ReactElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

/** A page that a server streams: what it has sent when it ends, and how to leave it before. */
export const streaming = (page: ReactElement) => {
  let leave: () => void = () => undefined
  const html = new Promise<string>((resolve, reject) => {
    let sent = ''
    const sink = new Writable({
      write: (chunk, _encoding, done) => {
        sent += String(chunk)
        done()
      },
      final: () => resolve(sent),
    })
    const { pipe, abort } = renderToPipeableStream(page, { onError: reject })
    pipe(sink)
    leave = () => abort(new Error('left'))
  })
  return { html, leave: () => leave() }
}
