/** What the browser refused or complained of, and all that went between it and the server, as text. */
export const observe = async (context) => {
  const complaints = []
  const traffic = []
  const headersSent = new Set()
  let tried = 0
  const pending = []

  const listen = (page) => {
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
    page.on('request', (request) => {
      tried++
      traffic.push(`${request.method()} ${request.url()}`)
      const sent = request.allHeaders().then((headers) => {
        traffic.push(JSON.stringify(headers), request.postData() ?? '')
        for (const name of Object.keys(headers)) headersSent.add(name)
      })
      pending.push(sent.catch(() => undefined))
    })
    page.on('response', (response) => {
      const received = response.allHeaders().then((headers) => traffic.push(JSON.stringify(headers)))
      pending.push(received.catch(() => undefined))
      // What was left while it came, and redirects, have no body.
      pending.push(
        response.text().then(
          (text) => traffic.push(text),
          () => undefined,
        ),
      )
    })
  }

  context.on('page', listen)
  for (const page of context.pages()) listen(page)
  await context.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => console.error('violated:', event.violatedDirective, event.blockedURI))",
  )
  return {
    /** How many requests the browser has tried to send so far. */
    tried: () => tried,
    /** What was complained of since the last call. */
    complaints: () => complaints.splice(0),
    /** Everything that was sent and received so far, and the names of the headers that were sent. */
    traffic: async () => {
      await Promise.all(pending)
      return { text: traffic.join('\n'), headersSent }
    },
  }
}
