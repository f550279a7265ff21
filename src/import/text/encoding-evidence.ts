/**
 * Which letters beyond ASCII the languages of an encoding use, to tell encodings apart that can all be decoded.
 * @see docs/import.md#2-decode-and-read
 */

/** Encodings that leave no byte undefined prove nothing by decoding; the letters of one language must explain the text. */
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

/** Encodings of several bytes a character: they refuse most foreign text by themselves. */
export const multiByteEncodings = ['gb18030', 'shift_jis', 'euc-kr', 'big5'] as const

/** Signs that stand in bank files of every language. */
export const commonSymbols = '€£¥§°²³µ·«»„“”’‘–—…´`×©®½¼'
