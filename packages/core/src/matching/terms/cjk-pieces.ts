/** Chinese words that only join others. Part of a longer word now and then, and then missing on both sides alike. */
const CHINESE =
  "一个|一個|一下|怎么|怎麼|如何|什么|什麼|多少|哪些|用户|用戶|使用|想要|需要|[的了吗嗎呢吧请請帮幫我你您他她们們是在并並和与與或把被给給]";

/** Japanese endings; and particles, which stand between letters that are no hiragana. */
const JAPANESE =
  "してください|ください|しています|しました|します|したい|する|した|して|です|ます|ため|とき|から|まで|について|を|(?<=[\\p{scx=Han}\\p{Script=Katakana}ー])[のはにがでともへや](?![\\p{Script=Hiragana}])";

/** Korean particles and endings at the end of a word of two letters or more. */
const KOREAN =
  "(?<=\\p{Script=Hangul}{2})(?:해주세요|해줘|하세요|합니다|에서|으로|하기|을|를|은|는|이|가|에|의|로|와|과|도)$";

const FUNCTION_WORDS = new RegExp(`${CHINESE}|${JAPANESE}|${KOREAN}`, "u");

/**
 * Returns a run of Chinese, Japanese or Korean letters without its function words, in the pieces that they part; the run
 * itself when it is nothing else.
 */
export function cjkPieces(run: string): readonly string[] {
  const pieces = run.split(FUNCTION_WORDS).filter((piece) => piece !== "");
  return pieces.length === 0 ? [run] : pieces;
}
