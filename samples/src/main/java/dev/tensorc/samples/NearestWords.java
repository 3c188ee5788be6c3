package dev.tensorc.samples;

import dev.tensorc.runtime.FloatTensor;
import java.util.List;

/** Looks words up by their meaning: attention over a table of three traits for each word. */
public final class NearestWords {

  private static final List<String> WORDS = List.of("cat", "dog", "trout", "car", "bicycle");

  /** How much each word is an animal, swims, and has wheels. */
  private static final float[] TRAITS = {
    1, 0, 0, //
    1, 0.3f, 0, //
    1, 1, 0, //
    0, 0, 1, //
    0, 0, 0.9f,
  };

  private NearestWords() {}

  public static void main(String[] args) {
    var traits = FloatTensor.of(TRAITS, WORDS.size(), 3);
    var swimmer = FloatTensor.of(new float[] {4, 6, 0}, 1, 3);

    var found = Attention.attend(swimmer, traits, traits, 2);

    System.out.println("best: " + WORDS.get((int) found.best().get(0, 0)));
    System.out.println("then: " + WORDS.get((int) found.best().get(0, 1)));
    System.out.println("traits of both: " + found.result());
  }
}
