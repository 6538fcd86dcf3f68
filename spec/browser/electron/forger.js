// In a frame of the page: asks for a port in its place, and offers one of its own as if it were the preload script's.
globalThis.forge = () => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => parent.postMessage(true, '*')
  addEventListener('message', ({ ports }) => {
    if (ports.length > 0) parent.postMessage(true, '*')
  })
  parent.postMessage('rxbank:port', '*')
  parent.postMessage('rxbank:port', '*', [port2])
  setTimeout(() => parent.postMessage(false, '*'), 500)
}
