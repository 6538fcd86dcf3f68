/** Prints outcomes as lines of TAP; the process then fails if one of them has an error. */
export const printOutcomes = (outcomes) => {
  for (const { name, error } of outcomes) {
    console.log(`${error === undefined ? 'ok' : 'not ok'} - ${name}`)
    if (error === undefined) continue
    console.error(error)
    process.exitCode = 1
  }
}
