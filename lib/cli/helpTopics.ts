import { type AddHelpTextContext, type Command, Help } from 'commander'
import { nearest } from '../base/codec/options.js'

/** The text of each topic. */
type Topics = Readonly<Record<string, () => string>>

const helpFlags: ReadonlyArray<string | undefined> = ['-h', '--help']

/** The message about an unknown word, in Commander's words. */
const unknownWord = (what: string, word: string, known: ReadonlyArray<string>): string => {
  const similarWord = nearest(word, known)
  return `error: unknown ${what} '${word}'${similarWord === undefined ? '' : `\n(Did you mean ${similarWord}?)`}`
}

/** The word after `--help`. */
const requestedTopic = ({ args }: Command): string | undefined => {
  const word = args[args.findIndex((arg) => helpFlags.includes(arg)) + 1]
  return word === undefined || word.startsWith('-') ? undefined : word
}

/**
 * Adds help after the options of a command, and topics: `--help TOPIC` prints the text of a topic alone. Fails for an
 * unknown topic.
 */
export const addHelpTopics = (command: Command, help: string, topics: Topics): Command => {
  /** The text of the requested topic; `undefined` if help without a topic was requested. */
  const topicText = (requested: Command): string | undefined => {
    const topic = requestedTopic(requested)
    if (topic === undefined) return undefined
    const text = Object.hasOwn(topics, topic) ? topics[topic] : undefined
    return text === undefined ? requested.error(unknownWord('help topic', topic, Object.keys(topics))) : `${text()}\n`
  }
  return command
    .configureHelp({
      formatHelp: (requested, helper) =>
        topicText(requested) ?? Help.prototype.formatHelp.call(helper, requested, helper),
    })
    .addHelpText('after', (context) => (topicText(context.command) === undefined ? help : ''))
}

/**
 * The text before all help: none. Fails if the help of an unknown command was requested, for which Commander prints the
 * help of its group.
 */
export const refuseUnknownCommand = ({ command }: AddHelpTextContext): string => {
  const [first, second] = command.args
  const name = first === 'help' || helpFlags.includes(first) ? second : first
  const names = command.commands.map((known) => known.name())
  const isKnown = names.length === 0 || name === undefined || name === 'help' || names.includes(name)
  return isKnown || name.startsWith('-') ? '' : command.error(unknownWord('command', name, names))
}
