import { object } from '../../../../base/codec/object.js'
import type { ServiceProfile } from '../../../../service/profile/ServiceProfile.js'
import { doctorOperations } from '../../doctorOperations.js'
import { shapeFields } from '../../shapeFields.js'
import { shapeOf } from '../../shapeOf.js'
import { type Assumption, observation } from '../Assumption.js'
import { wordFields } from '../wordFields.js'
import { shownWord, wordsOf } from '../wordTally.js'

/** An assumption for each field with a closed list of words that a profile has. */
export const wordAssumptions = ({ codecs, paths }: ServiceProfile): ReadonlyArray<Assumption> =>
  wordFields
    .filter(({ resource, path }) => {
      if (!doctorOperations.some((operation) => operation.resource === resource && paths[operation.key] !== null))
        return false
      const [name = ''] = path.split(/[.[]/)
      return object.is(codecs) && shapeFields(shapeOf(codecs[resource])).includes(name)
    })
    .map((field) => ({
      id: `words.${field.resource}.${field.path}`,
      sentence: `\`${field.path}\` of ${field.resource} has no other values than the reference: ${field.words.join(', ')}.`,
      judge: (answers) =>
        answers.flatMap((answer) =>
          wordsOf(answer, [field]).map(({ value }) => {
            const isKnown = field.words.includes(value)
            return observation(isKnown, isKnown ? 'known words' : shownWord(field, value))
          }),
        ),
    }))
