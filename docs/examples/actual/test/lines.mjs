// A line for each test, as the checks of the repository print them.
export default async function* lines(events) {
  for await (const { type, data } of events) {
    if (type === 'test:pass' && data.details.type !== 'suite') yield `ok - ${data.name}\n`
    if (type === 'test:fail' && data.details.type !== 'suite')
      yield `not ok - ${data.name}\n${data.details.error.cause?.stack ?? data.details.error}\n`
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message
  }
  yield '# end\n'
}
