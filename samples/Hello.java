import dev.tensorc.runtime.FloatTensor;

/** Calls the class that tensorc made of edges.tc. */
public final class Hello {

  public static void main(String[] args) {
    float[] step = {0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1}; // black on the left, white on the right
    FloatTensor picture = FloatTensor.of(step, 3, 4, 1);
    System.out.println(Edges.edges(picture)); // [[4. 4.]] : f32[1, 2]

    FloatTensor result = FloatTensor.zeros(1, 2);
    Edges.edgesInto(result, picture); // the same, into an array that is there already
    System.out.println(result.get(0, 1)); // 4.0
  }
}
