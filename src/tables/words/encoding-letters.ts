/**
 * Lists the letters of each language, by which single-byte encodings are told apart.
 * @see docs/import.md#2-decode-and-read
 */

/**
 * The letters of the languages written in each encoding. Decoding without errors proves nothing for
 * single-byte encodings, so the letters of one language must explain the text.
 */
export const lettersByEncoding: readonly (readonly [encoding: string, languages: readonly string[]])[] = [
  [
    'windows-1252',
    [
      'äöüß',
      'éèêëàâîïôùûüçœæ',
      'áéíóúñü',
      'áâãàçéêíóôõúü',
      'àèéìòù',
      'äöåéü',
      'æøåéäö',
      'ëéïóöüè',
      'áðéíóúýþæö',
    ],
  ],
  [
    'windows-1250',
    ['áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'ąćęłńóśźż', 'áéíóöőúüű', 'čšžćđ', 'ăâîșțşţ', 'äöüß'],
  ],
  ['windows-1257', ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äöõüšž']],
  ['windows-1251', ['абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґўђјљњћџ']],
  ['koi8-r', ['абвгдеёжзийклмнопрстуфхцчшщъыьэюя']],
]

/** Multi-byte encodings, which fail to decode most other text. */
export const multiByteEncodings = ['gb18030', 'shift_jis', 'euc-kr', 'big5'] as const

/** Symbols that occur in bank files of every language. */
export const commonSymbols = '€£¥§°²³µ·«»„“”’‘–—…´`×©®½¼'
