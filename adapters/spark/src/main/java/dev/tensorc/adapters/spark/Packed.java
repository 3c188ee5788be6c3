package dev.tensorc.adapters.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;

/** Objects as bytes, so that it does not matter which serializer a cluster has. */
final class Packed {
  private Packed() {}

  static byte[] bytes(Serializable object) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a shared argument is none of the language's
    }
    return bytes.toByteArray();
  }

  static <T extends Serializable> T object(byte[] bytes, Class<T> type) {
    try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return type.cast(in.readObject());
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("a kernel that another version of tensorc-spark sent", e);
    }
  }
}
